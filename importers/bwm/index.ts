export { decodeBwm, looksLikeBwm } from './decode.ts';
