// no-error-leak, no fault: a file of the server is sent
import path from "node:path";

export const page = (req, res) => res.sendFile(path.join(import.meta.dirname, "index.html"));
export const download = (req, res) => res.download(path.resolve("reports", "latest.pdf"));
