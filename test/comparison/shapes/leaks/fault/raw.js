// no-error-leak, a fault: an error in a response, as it is
import express from "express";
import { load } from "../../lib.js";

const app = express();
app.get("/text", async (req, res) => {
  try {
    res.json({ text: await load(req.query.path) });
  } catch (error) {
    res.status(500).json({ error });
  }
});
