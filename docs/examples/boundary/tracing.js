import { SpanStatusCode, trace } from "@opentelemetry/api";

/** The id of a failure in the log and in the answer is that of its trace. */
export const session = () => ({ correlation_id: trace.getActiveSpan()?.spanContext().traceId });

/** Shows a failure on the span of the request. */
export function onFailure(envelope, error) {
  const span = trace.getActiveSpan();
  span?.setAttribute("error.type", error.code);
  span?.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
  span?.recordException(error.cause ?? error);
}
