// no-message-parsing (kaiza), a fault: where a word stands
export const isLocked = (failure) => failure.human_message.indexOf("locked") !== -1;
