import { getEnvelopeSchema } from "error-contract";
import { kaiza } from "error-contract/kaiza";
import { Ajv2020 } from "ajv/dist/2020.js";

export const validate = new Ajv2020({ strict: true }).compile(getEnvelopeSchema(kaiza));

export const fieldOrder = [
  "error_code",
  "human_message",
  "role",
  "session_id",
  "workspace_root",
  "tool_name",
  "invariant_id",
  "phase_id",
  "plan_hash",
  "cause",
  "timestamp",
];

/** A value for each field beside the code. */
export const everything = {
  human_message: "It failed",
  role: "ANTIGRAVITY",
  session_id: "550e8400-e29b-41d4-a716-446655440000",
  workspace_root: "/home/user/project",
  tool_name: "write_file",
  invariant_id: "MANDATORY_DIAGNOSTICS",
  phase_id: "PHASE_5A",
  plan_hash: "abc123def456",
  cause: "disk full",
  timestamp: "2026-01-19T15:32:10.123Z",
} as const;
