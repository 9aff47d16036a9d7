export { encodeBwm } from './encode.ts';
