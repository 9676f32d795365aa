const TRACKER = process.env.TRACKER ?? "https://tracker.example/issues";

export async function fetchIssue(id) {
  const response = await fetch(`${TRACKER}/${id}`);
  if (!response.ok) throw new Error(`The tracker answers ${response.status}`);
  return response.json();
}

export async function listIssues(label) {
  try {
    const response = await fetch(`${TRACKER}?label=${label}`);
    return response.ok ? await response.json() : [];
  } catch {
    return [];
  }
}
