/** ESLint's own parser ships no types; the tests only hand it on. */
declare module "espree";
