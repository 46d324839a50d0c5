DROP TABLE imported_pages;
