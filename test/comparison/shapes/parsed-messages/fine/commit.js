// no-message-parsing (standard), no fault: the message of something else
export const isFix = (commit) => commit.message.startsWith("fix:");
export const isGreeting = (event) => /^hello/i.test(event.message);
