// no-error-leak, no fault: a stack of something else
export const game = (req, res) => res.json({ stack: req.session.cards.stack, errors: req.session.errors.length });
