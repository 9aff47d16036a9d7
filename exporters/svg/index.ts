export { PLAN_DEFAULTS, type PlanOptions, type PlanPin, type PlanRoom } from './options.ts';
export { findingPins } from './pins.ts';
export { writePlan } from './write.ts';
