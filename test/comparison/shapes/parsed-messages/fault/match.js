// no-message-parsing (kaiza), a fault: something is read out of it
export function missing(failure) {
  const found = failure.human_message.match(/path (.+) does not exist/);
  return found ? found[1] : undefined;
}
