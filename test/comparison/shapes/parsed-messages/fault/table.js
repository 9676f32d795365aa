// no-message-parsing (kaiza), a fault: a table of messages
const ACTIONS = { "The session is locked": "report", "No session was created": "begin_session" };
export const action = (failure) => ACTIONS[failure.human_message] ?? "retry";
