import theme from 'vitepress/theme-without-fonts';
import './guide.css';

export default theme;
