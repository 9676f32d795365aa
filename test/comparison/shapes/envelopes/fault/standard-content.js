// valid-envelope (standard), a fault: as the text of a tool's result
export const denied = () => ({
  isError: true,
  content: [
    {
      type: "text",
      text: JSON.stringify({ error: { code: "PERMISSION_DENIED", message: "No", tool: 1, details: null } }),
    },
  ],
});
