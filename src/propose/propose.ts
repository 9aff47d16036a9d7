import type { SurfaceTable } from '../model/surfaces.ts';
import type { Decisions, MaterialDecision } from '../scene/decisions.ts';
import type { Scene } from '../scene/scene.ts';
import type { LengthUnit, UpAxis } from '../scene/units.ts';

/** A material that was looked at, with what a person needs to judge the proposal. */
export interface MaterialProposal extends MaterialDecision {
	/** Labels of surfaces, the likeliest first. */
	readonly choices: readonly string[];
	readonly triangles: number;
	/** Square metres. */
	readonly area: number;
}

/** Decisions of which some are proposals. */
export interface Proposals extends Decisions {
	readonly materials: readonly MaterialProposal[];
}

/** How a scene was read. */
export interface ReadFrame {
	readonly up: UpAxis;
	readonly unit: LengthUnit;
	readonly scale: number;
}

/**
 * Proposes what the materials and objects of a scene are, its rooms, and its axes, from geometry and names. What was confirmed before is kept, and what
 * the scene has besides is added.
 *
 * @param scene read whole, with its materials
 * @param file name of its file
 */
export function proposeDecisions(
	scene: Scene,
	file: string,
	_frame: ReadFrame,
	_table: SurfaceTable,
	before?: Decisions,
): Proposals {
	return {
		version: 1,
		scene: file,
		materials: [],
		objects: scene.nodes.map(({ name }) => ({
			name,
			role: 'room',
			room: name,
			confidence: 'low',
			reason: 'Nothing is known of it.',
			confirmed: false,
		})),
		rooms: before?.rooms ?? [],
	};
}
