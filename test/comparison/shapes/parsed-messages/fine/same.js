// no-message-parsing (kaiza), no fault: two failures compared, one kept
export const isRepeated = (last, next) =>
  last.error_code === next.error_code && last.human_message === next.human_message;
