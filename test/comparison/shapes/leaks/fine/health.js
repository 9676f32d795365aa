// no-error-leak, no fault: what kind of environment it is
export const health = (req, res) =>
  res.json({ mode: process.env.NODE_ENV, version: process.env.npm_package_version, region: process.env.REGION });
