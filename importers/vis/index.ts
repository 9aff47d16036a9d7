export { readVis } from './read.ts';
