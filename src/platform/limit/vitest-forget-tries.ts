import { forgetAllTries } from "./rate-limit.server.ts";

// Run before each file: the files of a worker share its memory and one visitor's address, and none
// is to be refused for the tries of another.
forgetAllTries();
