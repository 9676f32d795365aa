// no-message-parsing (kaiza), no fault: a person searches
export const found = (failures: readonly { human_message: string }[], term: string) =>
  failures.filter((failure) => failure.human_message.toLowerCase().includes(term.toLowerCase()));
