DROP TABLE document_links;
DROP TABLE document_titles;
