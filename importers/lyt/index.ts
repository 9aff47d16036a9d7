export { readLyt } from './read.ts';
