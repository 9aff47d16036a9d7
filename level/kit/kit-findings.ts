import { defineFindings } from '../../src/findings/report.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { metres } from '../../src/seams/finding-words.ts';
import type { JointMisfit } from './assemble.ts';

/** Names the parts of a misfit that exceed a tolerance. */
function describeMisfit({ width, across, along, up, turn, ends }: JointMisfit, tolerance: number): string {
	const parts = [
		...(Math.abs(width) > tolerance ? [`it is ${metres(width)} ${width > 0 ? 'wider' : 'narrower'}`] : []),
		...(Math.abs(across) > tolerance ? [`lies ${metres(across)} ${across > 0 ? 'beyond' : 'within'} it`] : []),
		...(Math.abs(along) > tolerance ? [`is ${metres(along)} off to the ${along > 0 ? 'left' : 'right'}`] : []),
		...(Math.abs(up) > tolerance ? [`is ${metres(up)} ${up > 0 ? 'higher' : 'lower'}`] : []),
		...(Math.abs(turn) > 0.01 ? [`is turned by ${Number(Math.abs(turn).toPrecision(3))}°`] : []),
	];
	return parts.length === 0 ? `their ends are ${metres(ends)} apart` : parts.join(', ');
}

/** What can be wrong with a plan of rooms of a kit. */
export const KIT_FINDINGS = defineFindings({
	KIT_WITHOUT_DOORWAYS: {
		severity: 'warning',
		meaning:
			'Rooms of a kit are joined at their doorways: edges with a transition, door hooks of the layout, openings between walls, or else outermost edges. None was found, so nothing can be put against this room.',
		message: (_: Record<string, never>): string => 'No doorway was found.',
		help: 'Give the edges of its doorways a transition, whatever room it names, or add door hooks to the layout of the kit.',
	},
	KIT_MISFIT: {
		severity: 'error',
		meaning:
			'The plan puts two doorways against each other, and they do not coincide. Rooms are linked only where their edges lie on each other: characters would meet an invisible wall or a gap.',
		message: (d: { doorway: number; other: string; otherDoorway: number; tolerance: number } & JointMisfit): string =>
			`Doorway ${d.doorway} does not fit doorway ${d.otherDoorway} of room "${d.other}": ${describeMisfit(d, d.tolerance)}.`,
		help: 'Choose another doorway or room, correct the plan, or move edges a little farther together.',
		actions: (d: { doorway: number; other: string; otherDoorway: number; tolerance: number } & JointMisfit) =>
			d.ends <= THRESHOLDS.snap ? [{ option: 'snap', value: Math.ceil(d.ends * 1000) / 1000 }] : [],
	},
	KIT_JOINT_OPEN: {
		severity: 'error',
		meaning:
			'Two doorways of the plan lie on each other, and yet no edge of the one could be linked with an edge of the other. Characters would meet an invisible wall.',
		message: (d: { doorway: number; other: string; otherDoorway: number }): string =>
			`Doorway ${d.doorway} lies at doorway ${d.otherDoorway} of room "${d.other}", but no edges there could be linked.`,
		help: 'Let both rooms have whole edges along the doorway, with their faces on different sides of it.',
	},
});
