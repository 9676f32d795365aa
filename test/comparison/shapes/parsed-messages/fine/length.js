// no-message-parsing (kaiza), no fault: whether there is one
export const text = (failure) => (failure.human_message === "" ? failure.error_code : failure.human_message);
export const isLong = (failure) => failure.human_message.length > 80;
