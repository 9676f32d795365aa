// no-message-parsing (kaiza), a fault: searched
export const isLocked = (failure) => failure.human_message.search(/locked/) >= 0;
