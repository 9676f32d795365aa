// no-message-parsing (kaiza), a fault: a regular expression
export const action = (failure) =>
  /session was (?:not|never) (?:created|initiali[sz]ed)/i.test(failure.human_message) ? "begin_session" : "report";
