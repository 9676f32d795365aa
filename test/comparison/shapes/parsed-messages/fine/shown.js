// no-message-parsing (kaiza), no fault: shown, shortened
export const shown = (failure) => `${failure.error_code}: ${failure.human_message.trim().slice(0, 200)}`;
