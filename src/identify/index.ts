export { type BoxHabit, boxHabits } from './box-habit.ts';
export type { ChildBase } from './child-base.ts';
export { reportFaults } from './faults.ts';
export { identifyBwm } from './identify.ts';
export type { Candidate, Confidence, Identification } from './identity.ts';
export { type TableTraits, tableTraits } from './table-traits.ts';
export { TOOL_NAMES, type ToolId } from './tools.ts';
export { type TreeTraits, treeTraits } from './tree-traits.ts';
