// no-message-parsing (kaiza), a fault: a comparison
export function action(envelope) {
  if (envelope.human_message === "The plan is not approved") return "approve";
  return "report";
}
