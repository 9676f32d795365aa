// no-message-parsing (kaiza), a fault: taken out of the failure
export function isLocked({ human_message }: { human_message: string }) {
  return human_message.endsWith("is locked");
}
