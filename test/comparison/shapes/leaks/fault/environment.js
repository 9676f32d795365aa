// no-error-leak, a fault: the whole environment, in an answer that succeeds
export const about = (req, res) => res.json({ version: "1.0.0", env: process.env });
