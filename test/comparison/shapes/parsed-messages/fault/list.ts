// no-message-parsing (kaiza), a fault: a list of messages
import type { SystemErrorEnvelope } from "error-contract/kaiza";

const FINAL = ["The session is locked", "The plan is not approved"];
export const isFinal = (envelope: SystemErrorEnvelope) => FINAL.includes(envelope.human_message);
