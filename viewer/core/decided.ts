import { proposeForSource } from '../../jobs/propose.ts';
import { decisionsBeside, decisionsText } from '../../pipeline/decisions-file.ts';
import { given, withDefaults } from '../../src/findings/options.ts';
import { Report } from '../../src/findings/report.ts';
import { pathOrName } from '../../src/formats/contracts.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type ReadFrame, reframed } from '../../src/propose/frame.ts';
import type { Proposals } from '../../src/propose/propose.ts';
import {
	type Decided,
	type Decisions,
	decisionsFileName,
	type ObjectDecision,
	type ObjectRole,
} from '../../src/scene/decisions.ts';
import { FRAME_OPTIONS } from '../../src/scene/frame.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { baseName } from '../../src/text/paths.ts';
import type { Picture } from './picture.ts';
import type { Project } from './project.ts';

/** What was decided of a scene and what is proposed, with the scene as it was modelled: doors, tables and all that no room has. */
export interface DecidedScene {
	/** Where the decisions are kept, beside the scene. */
	readonly path: string;
	readonly proposals: Proposals;
	/** How it is read now. */
	readonly frame: ReadFrame;
	readonly picture: ScenePicture;
}

export interface ScenePicture extends Pick<Picture, 'corners' | 'origin' | 'min' | 'max'> {
	/** 1 a face: index into the names, −1 for none. */
	readonly materials: Int32Array;
	readonly objects: Int32Array;
	readonly materialNames: readonly string[];
	/** With the place among objects of that name, where there are several. */
	readonly objectNames: readonly Pick<ObjectDecision, 'name' | 'nth'>[];
}

/** The scenes of a project. @param origin of the picture that they are shown with */
export async function decidedScenes(
	project: Project,
	{ origin, min, max }: Pick<Picture, 'origin' | 'min' | 'max'>,
): Promise<DecidedScene[]> {
	const scenes: DecidedScene[] = [];
	for (const source of await project.scenes()) {
		const { options } = project;
		const found = await proposeForSource(source, options, project.context(new Report()), project.registry);
		if (found === undefined) continue;
		const { scene } = found;
		const before = await decisionsBeside(source, new Report());
		const proposals = asksFor(found.proposals, before) ? found.proposals : confirmedOf(found.proposals);
		const frame = withDefaults(FRAME_OPTIONS, given(FRAME_OPTIONS, options));
		// As the level is made of it.
		const decided = proposals.frame?.confirmed === true ? { ...frame, ...proposals.frame } : frame;
		const path = pathOrName(source);
		scenes.push({
			path: `${path.slice(0, path.length - baseName(path).length)}${decisionsFileName(source.fileName)}`,
			proposals,
			frame: decided,
			picture: { ...drawScene(reframed(scene, frame, decided), origin), origin, min, max },
		});
	}
	return scenes;
}

/** Objects of these roles would become rooms. */
const THINGS: readonly ObjectRole[] = ['obstacle', 'door', 'placeable', 'none'];

/** Whether a scene leaves something open. One that names its surfaces, has rooms only, and of whose objects nothing was decided says itself what it is. */
function asksFor({ frame, objects, materials }: Proposals, before: Decisions | undefined): boolean {
	const isOpen = [...(frame === undefined ? [] : [frame]), ...materials].some(({ confirmed }) => !confirmed);
	const isBegun = before !== undefined && before.objects.length + before.rooms.length > 0;
	return isOpen || isBegun || objects.some(({ role }) => THINGS.includes(role));
}

function confirmedOf({ version, scene, frame, objects, rooms, materials, sills }: Proposals): Proposals {
	const kept = <T extends Decided>(entries: readonly T[]): T[] => entries.filter(({ confirmed }) => confirmed);
	return {
		version,
		scene,
		...(frame?.confirmed === true ? { frame } : {}),
		objects: kept(objects),
		rooms: kept(rooms),
		materials: kept(materials),
		...(sills?.confirmed === true ? { sills } : {}),
	};
}

function drawScene({ nodes, parts }: Scene, origin: Vec3): Omit<ScenePicture, 'origin' | 'min' | 'max'> {
	const count = parts.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
	const corners = new Float32Array(count * 9);
	const materials = new Int32Array(count).fill(-1);
	const objects = new Int32Array(count);
	const names = nodes.map(({ name }) => name);
	for (const { node, name } of parts) if (names[node] === '') names[node] = name;
	const materialAt = new Map<string, number>();
	let face = 0;
	for (const { node, positions, triangles, materials: runs = [] } of parts) {
		for (let corner = 0; corner < triangles.length; corner++)
			for (let axis = 0; axis < 3; axis++)
				corners[(face * 3 + corner) * 3 + axis] = positions[triangles[corner] * 3 + axis] - origin[axis];
		let from = face;
		for (const { material, end } of runs) {
			if (!materialAt.has(material)) materialAt.set(material, materialAt.size);
			materials.fill(materialAt.get(material) ?? -1, from, face + end);
			from = face + end;
		}
		objects.fill(node, face, face + triangles.length / 3);
		face += triangles.length / 3;
	}
	const objectNames = names.map((name, node) => {
		const own = names.flatMap((each, index) => (each === name ? [index] : []));
		return own.length === 1 ? { name } : { name, nth: own.indexOf(node) + 1 };
	});
	return { corners, materials, objects, materialNames: [...materialAt.keys()], objectNames };
}

/** The file that keeps decisions; what is only shown is not in it. */
export function bytesOfDecisions({ materials, ...rest }: Proposals): Uint8Array {
	const kept = materials.map(({ choices: _, triangles: __, area: ___, ...entry }) => entry);
	return new TextEncoder().encode(decisionsText({ ...rest, materials: kept }));
}
