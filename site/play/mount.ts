/** Shows the playground in an element of the page. */
export function mountPlayground(element: HTMLElement): void {
  element.textContent = "The playground is not built yet.";
}
