// no-error-leak, a fault: the members of an error
export const onError = (error, req, res, next) => {
  res.status(500).json({ ok: false, ...error });
};
