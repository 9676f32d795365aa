// no-error-leak, a fault: an error that is made to be sent
export const refused = (req, res) => res.status(400).send(new Error("No path"));
