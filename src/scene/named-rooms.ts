import { nodeRole, plainName } from './roles.ts';
import type { Scene, ScenePart } from './scene.ts';

/** The ground of one room of a scene. */
export interface NamedRoom {
	readonly name: string;
	readonly parts: ScenePart[];
}

/**
 * The rooms of a scene that is the inspection file of a level, edited or not: ground below a node `quay_01a_wok` that stands below a node `quay_01a`.
 * Other scenes may call any piece of one room so, without a node for the room. Ground of no such room is not among them.
 */
export function namedRooms({ nodes, parts }: Pick<Scene, 'nodes' | 'parts'>): NamedRoom[] {
	const roomOf = (node: number): string | undefined => {
		for (let at = node; at >= 0; at = nodes[at].parent) {
			const role = nodeRole(nodes[at].name);
			if (role?.role !== 'geometry' || role.kind !== 'area' || role.model === undefined) continue;
			const { parent } = nodes[at];
			const holder = parent < 0 ? '' : plainName(nodes[parent].name);
			return holder.toLowerCase() === role.model.toLowerCase() ? role.model : undefined;
		}
		return undefined;
	};
	const rooms = new Map<string, NamedRoom>();
	for (const part of parts) {
		const name = part.kind === 'area' ? roomOf(part.node) : undefined;
		if (name === undefined) continue;
		const room = rooms.get(name.toLowerCase()) ?? { name, parts: [] };
		rooms.set(name.toLowerCase(), room);
		room.parts.push(part);
	}
	return [...rooms.values()];
}
