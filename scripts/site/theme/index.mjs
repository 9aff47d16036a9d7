import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import './page.css';

/** The default theme, with the page of the product below the first words of the first screen. */
export default {
	extends: DefaultTheme,
	Layout: () =>
		h(DefaultTheme.Layout, null, {
			'home-hero-after': () =>
				h('iframe', { class: 'product', src: '/quay.html', title: 'The fixture level in wokflow' }),
		}),
};
