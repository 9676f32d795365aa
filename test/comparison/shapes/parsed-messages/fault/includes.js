// no-message-parsing (kaiza), a fault: a word in the message for people
export const isLocked = (failure) => failure.human_message.includes("locked");
