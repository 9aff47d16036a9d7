export { writeLyt } from './write.ts';
