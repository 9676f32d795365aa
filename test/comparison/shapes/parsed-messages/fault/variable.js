// no-message-parsing (kaiza), a fault: through a variable, in lower case
export function isLocked(failure) {
  const text = failure.human_message.toLowerCase();
  return text.includes("locked");
}
