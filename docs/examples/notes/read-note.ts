const notes = new Map([["today", "Buy bread"]]);

export function readNote(name: string): string {
  const note = notes.get(name);
  if (note === undefined) throw new Error(`NOT_FOUND: There is no note ${name}`);
  return note;
}
