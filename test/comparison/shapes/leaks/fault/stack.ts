// no-error-leak, a fault: a stack in a response
import express from "express";
import { load } from "../../lib.js";

const app = express();
app.get("/text", async (req, res) => {
  try {
    res.json({ text: await load(String(req.query["path"])) });
  } catch (error) {
    res.status(500).json({ error: "Failed", stack: error instanceof Error ? error.stack : undefined });
  }
});
