export { writeVis } from './write.ts';
