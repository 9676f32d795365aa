/** Returns the anchor that GitHub gives to a heading, so that a link leads to the same place on both. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}
