import { SeverityNumber } from "@opentelemetry/api-logs";

/**
 * Failures as log records of OpenTelemetry. The SDK keeps the failures of its exporters to itself, so use this beside
 * an audit log, not instead of one.
 */
export function openTelemetrySink(provider) {
  const logger = provider.getLogger("error-contract");

  const writeSync = ({ contract, envelope }) =>
    logger.emit({
      eventName: "error_contract.failure",
      severityNumber: SeverityNumber.ERROR,
      severityText: "ERROR",
      body: envelope,
      attributes: { "error_contract.contract": contract },
    });
  return {
    writeSync,
    async write(record) {
      writeSync(record);
      await provider.forceFlush();
    },
  };
}
