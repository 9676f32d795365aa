// no-error-leak, a fault: the error handler that sends what it is given
import express from "express";

const app = express();
app.use((err, req, res, next) => {
  if (res.headersSent) return next(err);
  res.status(err.status ?? 500).json({ message: err.message, stack: err.stack });
});
