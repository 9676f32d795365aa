// prefer-factory (standard), no fault: the envelope of an error
import { toolError } from "error-contract/standard";

export const refused = (res: { json(body: unknown): void }) => {
  res.json(toolError("NOT_FOUND", "Not there", { tool: "text" }).toEnvelope());
};
