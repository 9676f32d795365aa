// no-error-leak, a fault: the text of an error
import express from "express";
import { load } from "../../lib.js";

const app = express();
app.get("/text", async (req, res) => {
  try {
    res.send(await load(String(req.query["path"])));
  } catch (error) {
    res.status(500).send(`Failed: ${String(error)}`);
  }
});
