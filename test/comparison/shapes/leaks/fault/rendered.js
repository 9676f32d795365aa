// no-error-leak, a fault: an error for the template of a page
import express from "express";

const app = express();
app.use((err, req, res, next) => {
  res.status(err.status || 500);
  res.render("error", { message: err.message, error: err });
});
