// no-message-parsing (kaiza), a fault: a switch
export function action(failure: { error_code: string; human_message: string }) {
  switch (failure.human_message) {
    case "The session is locked":
      return "report";
    default:
      return "retry";
  }
}
