export { readTwoDA } from './read.ts';
